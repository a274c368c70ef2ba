const pages = {"":["HomePage-DwaTauby.js","HomePage-CDJwTRe6.css","parts-D8QtXYHu.js","parts-YFgwSToF.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-B4YZ8Kqe.js","deviceCopy.svelte-DfSdJfLX.js","engine.svelte-tubPwiKj.js","metered-BBabcd4E.js","party-B0t6WBnp.js","JoinByCode-Cx5Hiu3H.js","JoinByCode-BfcSuV8D.css","StrongestNote-D8RgwWPp.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-D1liDdu8.js","TablePage-CXJdAQgR.css","rolldown-runtime-DK3Fl9T5.js","parts-D8QtXYHu.js","parts-YFgwSToF.css","board-BZf_PNkh.js","board-BSt4_-gn.css"],"t":["TablePage-D1liDdu8.js","TablePage-CXJdAQgR.css","rolldown-runtime-DK3Fl9T5.js","parts-D8QtXYHu.js","parts-YFgwSToF.css","board-BZf_PNkh.js","board-BSt4_-gn.css"]};
const texts = {"en":["en-UdG1GLqL.js"],"de":["de-C8h-5cMY.js"],"pl":["pl-BtNqIcmF.js"]};
let language;
try {
  language = JSON.parse(localStorage.getItem("tilewise.preferences")).language;
} catch {}
language ??= navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((word) => word in texts) ?? "en";
for (const file of [...(texts[language] ?? []), ...(pages[location.hash.split("/")[1] ?? ""] ?? [])]) {
  const isStyle = file.endsWith(".css");
  document.head.append(Object.assign(document.createElement("link"), { rel: isStyle ? "preload" : "modulepreload", as: isStyle ? "style" : "", crossOrigin: "", href: new URL(file, document.currentScript.src).href }));
}
