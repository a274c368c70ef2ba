const pages = {"":["HomePage-D8VfWBR-.js","HomePage-ejaHicsT.css","parts-KPZUUFyq.js","parts-CiEUO9Om.css","rolldown-runtime-DK3Fl9T5.js","engine.svelte-Dbn-Ff9T.js","playChoice.svelte-B1uF-DFD.js","party-EpOUFibK.js"],"table":["TablePage-Dq7PSzXM.js","TablePage-B2BFvPtY.css","rolldown-runtime-DK3Fl9T5.js","parts-KPZUUFyq.js","parts-CiEUO9Om.css","board-C4u-LrXi.js","board-BSt4_-gn.css"],"t":["TablePage-Dq7PSzXM.js","TablePage-B2BFvPtY.css","rolldown-runtime-DK3Fl9T5.js","parts-KPZUUFyq.js","parts-CiEUO9Om.css","board-C4u-LrXi.js","board-BSt4_-gn.css"]};
const texts = {"en":["en-pwHnbXbr.js"],"de":["de-YFoeez_4.js"],"pl":["pl-Deytl3Wq.js"]};
let language;
try {
  language = JSON.parse(localStorage.getItem("tilewise.preferences")).language;
} catch {}
language ??= navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((word) => word in texts) ?? "en";
for (const file of [...(texts[language] ?? []), ...(pages[location.hash.split("/")[1] ?? ""] ?? [])]) {
  const isStyle = file.endsWith(".css");
  document.head.append(Object.assign(document.createElement("link"), { rel: isStyle ? "preload" : "modulepreload", as: isStyle ? "style" : "", crossOrigin: "", href: new URL(file, document.currentScript.src).href }));
}
