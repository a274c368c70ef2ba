const pages = {"":["HomePage-QUBqo7yY.js","HomePage-ejaHicsT.css","parts-DVxUY3Nr.js","parts-D24KsTuu.css","rolldown-runtime-DK3Fl9T5.js","deviceCopy.svelte-CpeXwQSm.js","engine.svelte-ipzZyVUp.js","metered-BBabcd4E.js","party-75dclSU4.js","playChoice.svelte-DGA3TIio.js","StrongestNote-Y_-7ml3N.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-N0pMNKeK.js","TablePage-B2BFvPtY.css","rolldown-runtime-DK3Fl9T5.js","parts-DVxUY3Nr.js","parts-D24KsTuu.css","board-8fvr7FRI.js","board-BSt4_-gn.css"],"t":["TablePage-N0pMNKeK.js","TablePage-B2BFvPtY.css","rolldown-runtime-DK3Fl9T5.js","parts-DVxUY3Nr.js","parts-D24KsTuu.css","board-8fvr7FRI.js","board-BSt4_-gn.css"]};
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
