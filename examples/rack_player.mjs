#!/usr/bin/env node
// An external player for Tilewise in JavaScript: it lays complete sets from its rack, as rack_player.py does.
//
//   tilewise arena --player beginner --player "cmd: node examples/rack_player.mjs"
import { createInterface } from "node:readline"

const COLOURS = ["r", "b", "o", "k"]

/** Runs, then groups, that can be laid side by side. Jokers stay on the rack. */
function setsIn(rack) {
  const left = new Map()
  for (const tile of rack) left.set(tile, (left.get(tile) ?? 0) + 1)
  const has = (tile) => (left.get(tile) ?? 0) > 0
  const found = []
  const lay = (tiles) => {
    found.push(tiles)
    for (const tile of tiles) left.set(tile, left.get(tile) - 1)
  }
  for (const colour of COLOURS) {
    let run = []
    for (let number = 1; number <= 14; number++) {
      const tile = `${colour}${number}`
      if (has(tile)) {
        run.push(tile)
        continue
      }
      if (run.length >= 3) lay(run)
      run = []
    }
  }
  for (let number = 1; number <= 13; number++) {
    const group = COLOURS.map((colour) => `${colour}${number}`).filter(has)
    if (group.length >= 3) lay(group)
  }
  return found
}

function choose(view, opening) {
  const sets = setsIn(view.rack.split(" "))
  const value = sets.flat().reduce((sum, tile) => sum + Number(tile.slice(1)), 0)
  if (sets.length > 0 && (view.opened[view.seat] || value >= opening)) {
    return { action: "play", table: [...view.table, ...sets.map((tiles) => tiles.join(" "))] }
  }
  return { action: view.pool_size > 0 ? "draw" : "pass" }
}

let opening = 0
const write = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`)
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  switch (message.type) {
    case "hello":
      write({ type: "ready", protocol: 1, name: "rack player" })
      break
    case "start":
      opening = message.profile.opening_threshold
      break
    case "choose":
      write({ id: message.id, ...choose(message.view, opening) })
      break
    case "choose-out-of-turn":
      write({ id: message.id, action: "none" })
      break
  }
}
