/** One file: script and style go into the page, English words into its shell, and a policy that allows nothing else. */
import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { en } from "../src/ui/en";

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const word = (key: string): string => {
  const text = (en as Record<string, string>)[key];
  if (text === undefined) throw new Error(`index.html asks for the word ${key}, which the dictionary lacks`);
  return escaped(text);
};

/** Fill in the words of the shell: it reads well before the script runs, and without it. */
export function withWords(html: string): string {
  return html
    .replaceAll(/data-t-content="(\w+)"/g, (all, key: string) => `${all} content="${word(key)}"`)
    .replaceAll(/data-t-label="(\w+)"/g, (all, key: string) => `${all} aria-label="${word(key)}"`)
    .replaceAll(/(data-t="(\w+)"[^>]*>)(<\/)/g, (_, open: string, key: string, close: string) => `${open}${word(key)}${close}`);
}

function policy(script: string, style: string): string {
  const rules = {
    "default-src": "'none'",
    "script-src": `${hash(script)} 'wasm-unsafe-eval'`,
    "style-src": hash(style),
    "img-src": "data: blob:",
    "media-src": "blob:",
    "worker-src": "blob:",
    "connect-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
  };
  return Object.entries(rules).map(([rule, value]) => `${rule} ${value}`).join("; ");
}

/** The kernel's text ahead of the code, which it stands in the middle of: gzip packs the page 1 kB smaller that way. */
export function kernelFirst(script: string): string {
  let kernel = "";
  const rest = script.replace(/(["`])[A-Za-z0-9+/=]{10000,}\1/, (text) => {
    kernel = text;
    return "packedKernel";
  });
  if (kernel === "") throw new Error("the script has no kernel in it");
  return `const packedKernel=${kernel};${rest}`;
}

export function singleFile(): Plugin {
  return {
    name: "single-file",
    enforce: "post",
    transformIndexHtml: { order: "pre", handler: withWords },
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("the build made no index.html");
      let script = "";
      let style = "";
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk") script += file.code;
        else if (name.endsWith(".css")) style += String(file.source);
        if (name !== "index.html") delete bundle[name];
      }
      script = kernelFirst(script.trim()).replaceAll("</script", "<\\/script");
      style = style.trim();
      const html = String(page.source)
        .replaceAll(/\s*<script[^>]*src=[^>]*><\/script>/g, "")
        .replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, "")
        .replace('<meta charset="utf-8" />', () => `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy(script, style)}" />`)
        .replace("</head>", () => `<style>${style}</style>\n  </head>`)
        .replace("</body>", () => `<script type="module">${script}</script>\n  </body>`);
      page.source = html;
    },
  };
}
