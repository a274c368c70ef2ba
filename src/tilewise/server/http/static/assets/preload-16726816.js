const pages = {"":["HomePage-DO4MXn1c.js","HomePage-ejaHicsT.css","parts-mlhMaHuW.js","parts-DQKOtVQd.css","rolldown-runtime-DK3Fl9T5.js","party-D2oQSQf6.js","playChoice.svelte-Bt36aMdD.js","engine.svelte-DptcRRn5.js"],"table":["TablePage-Cne5JaHT.js","TablePage-B2BFvPtY.css","rolldown-runtime-DK3Fl9T5.js","parts-mlhMaHuW.js","parts-DQKOtVQd.css","board-BDYD__TG.js","board-BSt4_-gn.css"],"t":["TablePage-Cne5JaHT.js","TablePage-B2BFvPtY.css","rolldown-runtime-DK3Fl9T5.js","parts-mlhMaHuW.js","parts-DQKOtVQd.css","board-BDYD__TG.js","board-BSt4_-gn.css"]};
const texts = {"en":["en-DmgSrn-e.js"],"de":["de-a7I4ArD4.js"],"pl":["pl-7UVK8FcM.js"]};
let language;
try {
  language = JSON.parse(localStorage.getItem("tilewise.preferences")).language;
} catch {}
language ??= navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((word) => word in texts) ?? "en";
for (const file of [...(texts[language] ?? []), ...(pages[location.hash.split("/")[1] ?? ""] ?? [])]) {
  const isStyle = file.endsWith(".css");
  document.head.append(Object.assign(document.createElement("link"), { rel: isStyle ? "preload" : "modulepreload", as: isStyle ? "style" : "", crossOrigin: "", href: new URL(file, document.currentScript.src).href }));
}
