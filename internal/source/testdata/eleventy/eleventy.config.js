import { EleventyHtmlBasePlugin } from "@11ty/eleventy";

export default function (config) {
  config.addPlugin(EleventyHtmlBasePlugin);
  config.addFilter("titled", (s) => s.toUpperCase());
  return { pathPrefix: "/kiln/", dir: { input: "src", output: "_site" } };
}
