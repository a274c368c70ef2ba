const pages = {"":["HomePage-0YFo9Vrw.js","HomePage-CDJwTRe6.css","parts-vCATHx5O.js","parts-CNBzUMwc.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-Bz7OE1lG.js","deviceCopy.svelte-Q2Nu71_h.js","engine.svelte-DjeMbBwk.js","metered-BBabcd4E.js","party-qCVfgiBJ.js","JoinByCode-CJVfTNEZ.js","JoinByCode-BfcSuV8D.css","StrongestNote-BC1mbnAl.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-fWD1crPZ.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-vCATHx5O.js","parts-CNBzUMwc.css","board-CXj69t2S.js","board-zAU0mGT2.css"],"t":["TablePage-fWD1crPZ.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-vCATHx5O.js","parts-CNBzUMwc.css","board-CXj69t2S.js","board-zAU0mGT2.css"]};
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
