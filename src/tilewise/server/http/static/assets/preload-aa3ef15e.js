const pages = {"":["HomePage-BYjfEuFE.js","HomePage-CDJwTRe6.css","parts-DXRkcplA.js","parts-CNBzUMwc.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-D9SXAeE9.js","deviceCopy.svelte-SOmWDrBC.js","engine.svelte-CKHtG1CC.js","metered-BBabcd4E.js","party-CDQiyDnb.js","JoinByCode-DqtkS2SF.js","JoinByCode-BfcSuV8D.css","StrongestNote-CEa_cETI.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-5GASj9Rj.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-DXRkcplA.js","parts-CNBzUMwc.css","board-DtxN3U0E.js","board-zAU0mGT2.css"],"t":["TablePage-5GASj9Rj.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-DXRkcplA.js","parts-CNBzUMwc.css","board-DtxN3U0E.js","board-zAU0mGT2.css"]};
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
