const pages = {"":["HomePage-BcNZDF1s.js","HomePage-CDJwTRe6.css","parts-B0LNQALW.js","parts-YFgwSToF.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-DhPiaPXf.js","deviceCopy.svelte-Dpk_g0u3.js","engine.svelte-DsKGodh-.js","metered-BBabcd4E.js","party-C-qlW2p0.js","JoinByCode-DTu9EM9V.js","JoinByCode-BfcSuV8D.css","StrongestNote-Bd7vU85j.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-BWWfbcaF.js","TablePage-CXJdAQgR.css","rolldown-runtime-DK3Fl9T5.js","parts-B0LNQALW.js","parts-YFgwSToF.css","board-CBX0-RIi.js","board-BSt4_-gn.css"],"t":["TablePage-BWWfbcaF.js","TablePage-CXJdAQgR.css","rolldown-runtime-DK3Fl9T5.js","parts-B0LNQALW.js","parts-YFgwSToF.css","board-CBX0-RIi.js","board-BSt4_-gn.css"]};
const texts = {"en":["en-tmZCF312.js"],"de":["de-CjcA7DE4.js"],"pl":["pl-Odv1v8Y8.js"]};
let language;
try {
  language = JSON.parse(localStorage.getItem("tilewise.preferences")).language;
} catch {}
language ??= navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((word) => word in texts) ?? "en";
for (const file of [...(texts[language] ?? []), ...(pages[location.hash.split("/")[1] ?? ""] ?? [])]) {
  const isStyle = file.endsWith(".css");
  document.head.append(Object.assign(document.createElement("link"), { rel: isStyle ? "preload" : "modulepreload", as: isStyle ? "style" : "", crossOrigin: "", href: new URL(file, document.currentScript.src).href }));
}
