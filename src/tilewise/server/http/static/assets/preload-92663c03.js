const pages = {"":["HomePage-DoaK4tJo.js","HomePage-CDJwTRe6.css","parts-MAxeLQtL.js","parts-YFgwSToF.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-CokPwP0k.js","deviceCopy.svelte-D_odGHFc.js","engine.svelte-bqjAUKGo.js","metered-BBabcd4E.js","party-CXd78AI5.js","JoinByCode-BG23PVIx.js","JoinByCode-BfcSuV8D.css","StrongestNote-C5Fh3t8K.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-B1yWsgkM.js","TablePage-CXJdAQgR.css","rolldown-runtime-DK3Fl9T5.js","parts-MAxeLQtL.js","parts-YFgwSToF.css","board-Dovoy9mt.js","board-BSt4_-gn.css"],"t":["TablePage-B1yWsgkM.js","TablePage-CXJdAQgR.css","rolldown-runtime-DK3Fl9T5.js","parts-MAxeLQtL.js","parts-YFgwSToF.css","board-Dovoy9mt.js","board-BSt4_-gn.css"]};
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
