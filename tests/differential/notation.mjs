// The games of shogi of notation.py: every legal move beside what tsshogi writes.
//
//     node tests/differential/notation.mjs ADDRESS MOVES

import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "x.js"));
const ts = require("tsshogi");
const [address, most] = [process.argv[2], Number(process.argv[3])];

let seed = 1;
const random = (n) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
};

let done = 0;
let wrong = 0;
while (done < most) {
  const position = ts.Position.newBySFEN("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
  const moves = [];
  let last = null;
  while (moves.length < 300 && done < most) {
    const response = await fetch(address + "/api/position", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ game: "shogi", moves }),
    });
    const { names } = await response.json();
    const legal = Object.keys(names);
    if (!legal.length) break;
    for (const text of legal) {
      const move = position.createMoveByUSI(text);
      const [a, b] = [names[text], ts.formatMove(position, move, { lastMove: last ?? undefined, compatible: true })];
      done += 1;
      if (a !== b) {
        wrong += 1;
        if (wrong <= 20) console.log(`${position.sfen} ${text}: ${a}, tsshogi ${b}`);
      }
    }
    const chosen = legal[random(legal.length)];
    last = position.createMoveByUSI(chosen);
    position.doMove(last);
    moves.push(chosen);
  }
}
console.log(`shogi: ${done} moves, ${wrong} differ`);
process.exit(wrong ? 1 : 0);
