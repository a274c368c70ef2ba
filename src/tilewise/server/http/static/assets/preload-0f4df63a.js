const pages = {"":["HomePage-CDSaZlRU.js","HomePage-ejaHicsT.css","parts-77fG5J86.js","parts-D24KsTuu.css","rolldown-runtime-DK3Fl9T5.js","deviceCopy.svelte-GeeJ1EcZ.js","engine.svelte-Ci25xa8Q.js","metered-BBabcd4E.js","party-5HdpRi6e.js","playChoice.svelte-CyiSBhyN.js","StrongestNote-Cae581v6.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-BKDAi4dX.js","TablePage-B2BFvPtY.css","rolldown-runtime-DK3Fl9T5.js","parts-77fG5J86.js","parts-D24KsTuu.css","board-C_ZuVIzU.js","board-BSt4_-gn.css"],"t":["TablePage-BKDAi4dX.js","TablePage-B2BFvPtY.css","rolldown-runtime-DK3Fl9T5.js","parts-77fG5J86.js","parts-D24KsTuu.css","board-C_ZuVIzU.js","board-BSt4_-gn.css"]};
const texts = {"en":["en-7eUfc40u.js"],"de":["de-TnCwBiH9.js"],"pl":["pl-CIwRLnQ8.js"]};
let language;
try {
  language = JSON.parse(localStorage.getItem("tilewise.preferences")).language;
} catch {}
language ??= navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((word) => word in texts) ?? "en";
for (const file of [...(texts[language] ?? []), ...(pages[location.hash.split("/")[1] ?? ""] ?? [])]) {
  const isStyle = file.endsWith(".css");
  document.head.append(Object.assign(document.createElement("link"), { rel: isStyle ? "preload" : "modulepreload", as: isStyle ? "style" : "", crossOrigin: "", href: new URL(file, document.currentScript.src).href }));
}
