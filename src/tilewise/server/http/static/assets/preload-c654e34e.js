const pages = {"":["HomePage-umxelOA4.js","HomePage-CDJwTRe6.css","parts-Ch8Mjpip.js","parts-CNBzUMwc.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-CXJAWXYU.js","deviceCopy.svelte-BZiF8SAZ.js","engine.svelte-C05tFyOl.js","metered-BBabcd4E.js","party-z9E50AQi.js","JoinByCode-DkWDrdKe.js","JoinByCode-BfcSuV8D.css","StrongestNote-DJEQjpJW.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-BOCERB-s.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-Ch8Mjpip.js","parts-CNBzUMwc.css","board-DuqMpgsp.js","board-zAU0mGT2.css"],"t":["TablePage-BOCERB-s.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-Ch8Mjpip.js","parts-CNBzUMwc.css","board-DuqMpgsp.js","board-zAU0mGT2.css"]};
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
