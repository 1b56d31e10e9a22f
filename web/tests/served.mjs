/** The page as `fabrikit sim` serves it. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROGRAM = process.env.FABRIKIT ?? fileURLToPath(new URL("../../.venv/bin/fabrikit", import.meta.url));

/** Serve the page, with a body in it or without, while `act` runs with its address. */
export async function served(words, act) {
  const server = spawn(PROGRAM, ["sim", "--no-open", ...words], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await act(await addressOf(server));
  } finally {
    server.kill("SIGINT");
    if (server.exitCode === null) await new Promise((done) => server.once("exit", done));
  }
}

function addressOf(server) {
  return new Promise((found, fail) => {
    let text = "";
    server.once("error", fail);
    server.once("exit", (code) => fail(new Error(`fabrikit sim ended with ${code}: ${text}`)));
    server.stdout.on("data", (part) => {
      text += part;
      const address = /^(http:\/\/\S+)/.exec(text);
      if (address !== null && text.includes("\n")) found(address[1]);
    });
  });
}
