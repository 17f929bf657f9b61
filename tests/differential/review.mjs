// Reviewed games of shogi as tsshogi reads them: moves, comments, evaluations, lines, variations.
//
//     npm install tsshogi
//     node tests/differential/review.mjs SOMATIC GAMES...
//
// Each game of the files, one after the other, is reviewed with 500 nodes a position and written as KIF with
// `--record`; what tsshogi reads must be what the review saw (`--jsonl`), and its comments those of the same
// game written as JKF. The exit code is 1 if anything differs.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";

const require = createRequire(join(process.cwd(), "x.js"));
const ts = require("tsshogi");
const [program, ...files] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "review-"));
let faults = 0;
let games = 0;

function check(what, found, expected) {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  faults += 1;
  console.log(`${what}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
}

/** The moves of a line as tsshogi reads them from its text, from a position. */
function line(text, position) {
  const copy = position.clone();
  const moves = [];
  for (const move of ts.parsePV(copy, text)) {
    moves.push(move.usi);
  }
  return moves;
}

for (const file of files) {
  for (let number = 1; ; number += 1) {
    const [record, jkf, jsonl] = ["kifu", "jkf", "jsonl"].map((ending) => join(folder, `${number}.${ending}`));
    const review = ["review", file, "--game", String(number), "--nodes", "500"];
    try {
      execFileSync(program, [...review, "--record", record, "--jsonl", jsonl], { stdio: ["ignore", "ignore", "pipe"] });
      execFileSync(program, [...review, "--record", jkf], { stdio: ["ignore", "ignore", "pipe"] });
    } catch {
      break;
    }
    const seen = JSON.parse(readFileSync(jsonl, "utf8"));
    const { moves } = JSON.parse(readFileSync(jkf, "utf8"));
    const read = ts.importKIF(readFileSync(record, "utf8"));
    if (read instanceof Error) {
      check(seen.id, read.message, "a game");
      continue;
    }
    games += 1;
    let ply = 0;
    for (let node = read.first; node; node = node.next) {
      if (ply > 0 && !(node.move instanceof ts.Move)) break;
      const expected = seen.plies[ply];
      const name = `${seen.id} after ${ply}`;
      if (ply > 0) check(`${name}: move`, node.move.usi, seen.plies[ply - 1].move);
      check(`${name}: comment`, node.comment.trimEnd(), (moves[ply].comments || []).join("\n"));
      const sign = expected.side === "black" ? 1 : -1;
      const said = node.comment.split("\n");
      const value = (key) => (said.find((it) => it.startsWith(`#${key}=`)) || "").split("=")[1];
      if (Math.abs(expected.score) <= 31000) {
        check(`${name}: evaluation`, Math.abs(Number(value("評価値")) - (sign * expected.score * 600) / 720) <= 1, true);
      } else if (Math.abs(expected.score) < 32000) {
        const winner = sign * expected.score > 0 ? "先手" : "後手";
        check(`${name}: mate`, value("詰み"), `${winner}勝ち:${32000 - Math.abs(expected.score)}手`);
      }
      if (value("読み筋")) {
        read.goto(ply);
        check(`${name}: line`, line(value("読み筋"), read.position), expected.line.filter((it) => it !== "win"));
      }
      const isMistake = (expected.lost || 0) >= 50 && expected.best !== expected.move;
      const branches = [];
      for (let it = node.next; it; it = it.branch) if (it.move instanceof ts.Move) branches.push(it.move.usi);
      if (isMistake) check(`${name}: variation`, branches.slice(1), [expected.best]);
      ply += 1;
    }
    check(`${seen.id}: moves`, ply, seen.plies.length);
  }
}
rmSync(folder, { recursive: true });
console.log(`${games} games, ${faults} faults`);
process.exit(faults > 0 || games === 0 ? 1 : 0);
