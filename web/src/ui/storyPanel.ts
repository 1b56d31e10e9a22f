/** The article's story in own words; what it claims are buttons that make the figure show it. */
import { CLAIMS, type Claim } from "../sim/story";
import { el, refill } from "./dom";
import type { Panel, Tools } from "./panel";
import { currentLanguage, say, type Word } from "./words";

const SECTIONS: readonly (readonly [Word, readonly Word[]])[] = [
  ["storyForwardTitle", ["storyForward1"]],
  ["storyInverseTitle", ["storyInverse1"]],
  ["storyPassesTitle", ["storyPasses1", "storyPasses2", "storyPasses3"]],
  ["storyReachTitle", ["storyReach1", "storyReach2"]],
  ["storyLimitsTitle", ["storyLimits1"]],
  ["storyMatrixTitle", ["storyMatrix1"]],
];
const QUESTIONS: readonly (readonly [Word, Word])[] = [["question1", "answer1"], ["question2", "answer2"], ["question3", "answer3"]];

export function storyPanel(tools: Tools): Panel {
  const element = el("article", { class: "story" });
  const paragraph = (key: Word): HTMLElement => el("p", {}, ...prose(say(key), (claim) => tools.show(claim)));
  const update = (): void => refill(element, currentLanguage(), () => [
    ...SECTIONS.map(([title, keys]) => el("section", {}, el("h2", {}, say(title)), ...keys.map(paragraph))),
    el("section", {}, el("h2", {}, say("storyQuestionsTitle")), ...QUESTIONS.flatMap(([question, reply]) => [el("h3", {}, say(question)), paragraph(reply)])),
  ]);
  return { element, update };
}

/** Text with *stress* and [claim|buttons]. */
function prose(text: string, show: (claim: Claim) => void): (Node | string)[] {
  return text.split(/(\[\w+\|.+?\]|\*.+?\*)/).map((part) => {
    if (part.startsWith("*")) return el("em", {}, part.slice(1, -1));
    const claim = /^\[(\w+)\|(.+)\]$/.exec(part);
    if (claim === null) return part;
    if (!CLAIMS.includes(claim[1] as Claim)) throw new Error(`the story names the claim ${claim[1]}, which there is not`);
    return claimLink(claim[1] as Claim, claim[2], show);
  });
}

/** A button that wraps with its sentence, which button elements do not. */
function claimLink(claim: Claim, text: string, show: (claim: Claim) => void): HTMLElement {
  const act = (event: Event): void => {
    event.preventDefault();
    show(claim);
  };
  const link = el("a", { href: "#", role: "button", class: "claim", "data-claim": claim, onclick: act }, text);
  link.addEventListener("keydown", (event) => event.key === " " && act(event));
  return link;
}
