const pages = {"":["HomePage-De6MqUI4.js","HomePage-CDJwTRe6.css","parts-Fg395gMj.js","parts-CNBzUMwc.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-Df-_JRHe.js","deviceCopy.svelte-DL3rrZRM.js","engine.svelte-SbObe5ib.js","metered-BBabcd4E.js","party-B1FYFehK.js","JoinByCode-CnhiWVJF.js","JoinByCode-BfcSuV8D.css","StrongestNote-rG7JcHjW.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-DBc56Z6G.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-Fg395gMj.js","parts-CNBzUMwc.css","board-jwyUDpcF.js","board-zAU0mGT2.css"],"t":["TablePage-DBc56Z6G.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-Fg395gMj.js","parts-CNBzUMwc.css","board-jwyUDpcF.js","board-zAU0mGT2.css"]};
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
