"use strict";
// A small client over the WebSocket (docs/protocol.md). It shows and moves tiles; what is allowed, the server says.

const SYMBOLS = { k: "●", r: "▲", b: "■", o: "◆" };
const JOKERS = { J: "★", D: "★D", C: "★C", M: "★M" };
const $ = (id) => document.getElementById(id);
const random = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");

let socket = null, table = null, view = null, retry = 1000, waiting = null, lastDraft = 0;
let sets = [], rack = [], chosen = new Set(), nextKey = 0;   // the unfinished turn: tiles are {face, mine, key}
const names = (seat) => (seat === view.seat ? "You" : view.seats[seat].name);

// Tiles

const faces = (text) => (text ? text.split(" ") : []);
const tile = (face, mine) => ({ face, mine, key: nextKey++ });

function lay(game) {
  sets = game.table.map((set) => faces(set).map((face) => tile(face, false)));
  rack = faces(game.rack).map((face) => tile(face, true));
  chosen = new Set();
}

function moveTo(target) {
  const moved = [...sets.flat(), ...rack].filter((one) => chosen.has(one.key));
  if (!moved.length) return say("Choose tiles first.", true);
  if (target === rack && moved.some((one) => !one.mine)) return say("Tiles of the table stay on the table.", true);
  const without = (tiles) => tiles.filter((one) => !chosen.has(one.key));
  const place = sets.indexOf(target);
  sets = sets.map(without);
  rack = without(rack);
  if (target === rack) rack.push(...moved);
  else if (place >= 0) sets[place] = arranged([...sets[place], ...moved]);
  else sets.push(arranged(moved));
  sets = sets.filter((set) => set.length);
  chosen = new Set();
  show();
  sendDraft();
}

// A run reads better in order; where jokers are, the person's own order counts.
function arranged(tiles) {
  if (tiles.some((one) => one.face in JOKERS)) return tiles;
  return [...tiles].sort((a, b) => a.face.slice(1) - b.face.slice(1));
}

const written = () => sets.map((set) => set.map((one) => one.face).join(" "));

function sendDraft() {
  const now = Date.now();
  if (now - lastDraft < 200) return;
  lastDraft = now;
  send({ type: "draft", table, number: view.number, sets: written() });
}

// Showing

function say(text, bad = false) {
  $("state").textContent = text;
  $("state").className = bad ? "bad" : "";
}

function tileButton(one, active) {
  const button = document.createElement("button");
  const joker = JOKERS[one.face];
  button.type = "button";
  button.textContent = joker || one.face.slice(1) + SYMBOLS[one.face[0]];
  button.title = one.face;
  button.className = `tile ${joker ? "j" : one.face[0]} ${one.mine ? "mine" : ""}`;
  button.setAttribute("aria-pressed", chosen.has(one.key));
  button.disabled = !active;
  button.onclick = () => { chosen.has(one.key) ? chosen.delete(one.key) : chosen.add(one.key); show(); };
  return button;
}

function show() {
  $("new").hidden = Boolean(view);
  $("game").hidden = !view;
  if (!view) return;
  const game = view.game, mine = game && view.phase === "playing" && game.turn === view.seat;
  $("seats").replaceChildren(...view.seats.map((seat, number) => {
    const item = document.createElement("li");
    const tiles = game ? ` · ${game.rack_sizes[number]} tiles` : "";
    const away = seat.away ? " · away" : "", open = game && game.opened[number] ? " · opened" : "";
    item.textContent = names(number) + tiles + open + away;
    item.className = game && view.phase === "playing" && game.turn === number ? "turn" : "";
    return item;
  }));
  $("table").replaceChildren(...sets.map((set) => {
    const box = document.createElement("div"), into = document.createElement("button");
    box.className = "set";
    into.className = "into";
    into.textContent = "+";
    into.title = "Put the chosen tiles here";
    into.setAttribute("aria-label", `Put the chosen tiles into ${set.map((one) => one.face).join(" ")}`);
    into.disabled = !mine;
    into.onclick = () => moveTo(set);
    box.append(...set.map((one) => tileButton(one, mine)), into);
    return box;
  }));
  $("rack").replaceChildren(...rack.map((one) => tileButton(one, mine)));
  const changed = sets.flat().some((one) => one.mine), on = (id, is) => { $(id).hidden = !is; };
  on("new-set", mine); on("take-back", mine); on("end", mine && changed);
  on("draw", mine && !changed && game.pool > 0); on("pass", mine && !changed && game.pool === 0);
  on("sort", game); on("keep", view.phase === "offering" && !view.kept.includes(view.seat));
  on("redeal", game && game.may_redeal); on("announce", game && game.may_announce); on("next-game", view.phase === "between");
  if (waiting) return;
  if (view.phase === "over" || view.phase === "closed") say(outcome(game));
  else if (view.phase === "playing") say(mine ? "Your turn." : `${names(game.turn)} is thinking …`);
  else say({ open: "Waiting for players.", dealing: "The tiles are being mixed …", offering: "Look at your tiles.", between: outcome(game) }[view.phase]);
}

function outcome(game) {
  if (!game || !game.scores.length) return "This table is closed.";
  const points = game.scores.map((score, seat) => `${names(seat)} ${score.points}`).join(", ");
  return `The game is over: ${points}.`;
}

function note(action) {
  const item = document.createElement("li"), verb = { play: "laid", draw: "drew", "out-of-time": "ran out of time" }[action.action] || action.action;
  item.textContent = `${names(action.seat)} ${verb} ${action.placed || action.drawn_tiles || (action.drawn > 1 ? `${action.drawn} tiles` : "")}`;
  if (action.wrong) item.textContent += ` (${action.wrong.message})`;
  $("log").prepend(item);
}

// Talking to the server

function send(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function command(what) {
  waiting = { type: "command", id: random(), table, command: what };
  send(waiting);   // the same id again is never done twice: it is sent again after a broken connection
}

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`);
  socket.onopen = () => {
    retry = 1000;
    send({ type: "hello", protocol: 1 });
    send({ type: "subscribe", table });
    if (waiting) send(waiting);
  };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = (event) => {
    if (!table) return;
    if (event.code === 4401) return forget("Please say your name again.");
    say("The connection is broken; trying again …", true);
    setTimeout(connect, retry);
    retry = Math.min(2 * retry, 15000);
  };
}

function hear(message) {
  switch (message.type) {
    case "view":
      view = message.view;
      $("log").replaceChildren();
      view.last_actions.forEach(note);
      if (view.game) lay(view.game);
      if (view.phase === "dealing") command({ do: "add", text: random() });
      return show();
    case "event": return happen(message.event);
    case "drafted": return watch(message);
    case "done": if (waiting && waiting.id === message.id) { waiting = null; show(); } return undefined;
    case "refused":
      if (waiting && waiting.id === message.id) waiting = null;
      return message.refusal.code === "again" ? undefined : say(message.refusal.message, true);
    case "problem": return message.table === table ? forget(message.message) : say(message.message, true);
    case "closing": return say(message.message, true);
    default: return undefined;
  }
}

function watch(drafted) {
  if (!view.game || drafted.seat === view.seat || view.game.turn !== drafted.seat) return;
  sets = drafted.sets.map((set) => faces(set).map((face) => tile(face, false)));
  show();
}

function happen(event) {
  if (event.number <= view.number) return;
  if (event.number > view.number + 1) return send({ type: "subscribe", table });
  view.number = event.number;
  view.phase = event.phase;
  if (event.now) view.seats[event.seat] = event.now;
  if (event.kept) view.kept = event.kept;
  if (event.game) { view.game = event.game; lay(event.game); }
  if (event.action) note(event.action);
  if (event.what === "committed") { view.kept = []; command({ do: "add", text: random() }); }
  show();
}

async function ask(path, body) {
  const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.message);
  return said;
}

function forget(why) {
  localStorage.removeItem("table");
  table = view = waiting = null;
  if (socket) socket.close();
  show();
  say(why, Boolean(why));
}

$("new").onsubmit = async (event) => {
  event.preventDefault();
  try {
    if (!localStorage.getItem("guest")) await ask("/api/guests", { name: $("name").value });
    localStorage.setItem("guest", "1");
    const seats = ["person", ...Array(Number($("opponents").value)).fill($("level").value)];
    table = (await ask("/api/tables", { profile: $("profile").value, seats })).table;
    localStorage.setItem("table", table);
    connect();
  } catch (error) {
    localStorage.removeItem("guest");
    say(`${error.message} Press Play again.`, true);
  }
};
$("new-set").onclick = () => moveTo(null);
$("rack").ondblclick = () => moveTo(rack);
$("take-back").onclick = () => { lay(view.game); show(); };
$("sort").onclick = () => { rack.sort((a, b) => a.face[0].localeCompare(b.face[0]) || a.face.slice(1) - b.face.slice(1)); show(); };
$("end").onclick = () => command({ do: "play", table: written() });
for (const what of ["draw", "pass", "keep", "redeal", "announce", "next-game"]) $(what).onclick = () => command({ do: what });
$("leave").onclick = () => {
  if (view.phase !== "closed" && view.phase !== "over" && !confirm("Leave this game for good?")) return;
  command({ do: "leave" });
  setTimeout(() => forget(""), 300);
};

table = localStorage.getItem("table");
if (table) connect(); else { show(); say("Choose how you want to play."); }
