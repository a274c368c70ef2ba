const pages = {"":["HomePage-yk0gKXlQ.js","HomePage-CDJwTRe6.css","parts-D5YJ_GK9.js","parts-CNBzUMwc.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-B3rYa4D4.js","deviceCopy.svelte-JAcp9Rhp.js","engine.svelte-DMOKuFzw.js","metered-BBabcd4E.js","party-C3a_e2iG.js","JoinByCode-BiVto_lD.js","JoinByCode-BfcSuV8D.css","StrongestNote-DWngbVqG.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-Datnm17z.js","TablePage-B6NWAiCB.css","rolldown-runtime-DK3Fl9T5.js","parts-D5YJ_GK9.js","parts-CNBzUMwc.css","board-BuPFXPRt.js","board-zAU0mGT2.css"],"t":["TablePage-Datnm17z.js","TablePage-B6NWAiCB.css","rolldown-runtime-DK3Fl9T5.js","parts-D5YJ_GK9.js","parts-CNBzUMwc.css","board-BuPFXPRt.js","board-zAU0mGT2.css"]};
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
