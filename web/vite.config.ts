import { defineConfig } from "vite";
import { singleFile } from "./bundle/single-file";
import { packedKernel } from "./bundle/packed-kernel";

export default defineConfig({
  plugins: [packedKernel(), singleFile()],
  build: {
    target: "es2022",
    outDir: process.env.FABRIKIT_PAGE_OUT ?? "../simulation",
    emptyOutDir: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: { output: { codeSplitting: false } },
  },
  test: { include: ["tests/unit/**/*.test.ts"], environment: "node" },
} as Parameters<typeof defineConfig>[0]);
