const pages = {"":["HomePage-Yq0ZzoWf.js","HomePage-ejaHicsT.css","parts-CsPvpED4.js","parts-2zCNPBXt.css","rolldown-runtime-DK3Fl9T5.js","party-Bs8peQwu.js","playChoice.svelte-GiOtXsQj.js","deviceCopy.svelte-BiwpEXC9.js","running-BoOX4-IV.js","engine.svelte-qTyBu43K.js","metered-BBabcd4E.js","StrongestNote-DdRgV8Y3.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-BkTO1eiP.js","TablePage-B2BFvPtY.css","rolldown-runtime-DK3Fl9T5.js","parts-CsPvpED4.js","parts-2zCNPBXt.css","running-BoOX4-IV.js","board-CAcpQIK9.js","board-BSt4_-gn.css"],"t":["TablePage-BkTO1eiP.js","TablePage-B2BFvPtY.css","rolldown-runtime-DK3Fl9T5.js","parts-CsPvpED4.js","parts-2zCNPBXt.css","running-BoOX4-IV.js","board-CAcpQIK9.js","board-BSt4_-gn.css"]};
const texts = {"en":["en-DyISBzgC.js"],"de":["de-Dy_VL0IT.js"],"pl":["pl-OX3TN-Kz.js"]};
let language;
try {
  language = JSON.parse(localStorage.getItem("tilewise.preferences")).language;
} catch {}
language ??= navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((word) => word in texts) ?? "en";
for (const file of [...(texts[language] ?? []), ...(pages[location.hash.split("/")[1] ?? ""] ?? [])]) {
  const isStyle = file.endsWith(".css");
  document.head.append(Object.assign(document.createElement("link"), { rel: isStyle ? "preload" : "modulepreload", as: isStyle ? "style" : "", crossOrigin: "", href: new URL(file, document.currentScript.src).href }));
}
