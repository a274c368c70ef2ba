const pages = {"":["HomePage-CC8Y_-8Z.js","HomePage-ejaHicsT.css","parts-CUnhGacw.js","parts-D24KsTuu.css","rolldown-runtime-DK3Fl9T5.js","party-DqIigmwY.js","playChoice.svelte-zANyigmI.js","deviceCopy.svelte-DbgC5tZb.js","engine.svelte-CxwmUYNL.js","metered-BBabcd4E.js","StrongestNote-DMO9MGSN.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-D2LkuFKy.js","TablePage-B2BFvPtY.css","rolldown-runtime-DK3Fl9T5.js","parts-CUnhGacw.js","parts-D24KsTuu.css","board-Bp-MocSP.js","board-BSt4_-gn.css"],"t":["TablePage-D2LkuFKy.js","TablePage-B2BFvPtY.css","rolldown-runtime-DK3Fl9T5.js","parts-CUnhGacw.js","parts-D24KsTuu.css","board-Bp-MocSP.js","board-BSt4_-gn.css"]};
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
