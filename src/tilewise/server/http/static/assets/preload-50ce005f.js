const pages = {"":["HomePage-KHj8AIQ7.js","HomePage-CDJwTRe6.css","parts-Cq8RojaV.js","parts-CNBzUMwc.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-BhBM1qlk.js","deviceCopy.svelte-BDn5rTbi.js","engine.svelte-BhDwaFiZ.js","metered-BBabcd4E.js","party-CHCjGGNQ.js","JoinByCode-BnCdjfxJ.js","JoinByCode-BfcSuV8D.css","StrongestNote-DfM8ob6d.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-4qDPAosU.js","TablePage-B6NWAiCB.css","rolldown-runtime-DK3Fl9T5.js","parts-Cq8RojaV.js","parts-CNBzUMwc.css","board-B6MaiEe3.js","board-zAU0mGT2.css"],"t":["TablePage-4qDPAosU.js","TablePage-B6NWAiCB.css","rolldown-runtime-DK3Fl9T5.js","parts-Cq8RojaV.js","parts-CNBzUMwc.css","board-B6MaiEe3.js","board-zAU0mGT2.css"]};
const texts = {"en":["en-IH7vrUdd.js"],"de":["de-CKptgTl2.js"],"pl":["pl-eOtGm2pa.js"]};
let language;
try {
  language = JSON.parse(localStorage.getItem("tilewise.preferences")).language;
} catch {}
language ??= navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((word) => word in texts) ?? "en";
for (const file of [...(texts[language] ?? []), ...(pages[location.hash.split("/")[1] ?? ""] ?? [])]) {
  const isStyle = file.endsWith(".css");
  document.head.append(Object.assign(document.createElement("link"), { rel: isStyle ? "preload" : "modulepreload", as: isStyle ? "style" : "", crossOrigin: "", href: new URL(file, document.currentScript.src).href }));
}
