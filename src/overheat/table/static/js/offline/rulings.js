/**
 * Questions of H.E.A.T worked out on this device from a pack of the server's: tables of what the rules said when they were asked beforehand. Here is nothing
 * but looking up, and putting together what several do.
 */

import { added, atLeast, atMost, besides, fraction, mean, NEVER, plus, repeated, rows, spread, times, told } from "./exact.js";
import { amount, notHere, refused, Tables } from "./tables.js";

const LISTS = { chances: "chance", means: "mean" };

/** A pack that can be asked. */
export class Rulings {
  constructor({ questions }) {
    this.questions = Object.fromEntries(Object.entries(questions).map(([name, held]) => [name, new Question(held)]));
  }

  /** What the server would answer. */
  answer({ question, rules: _, ...said }) {
    const there = this.questions[question];
    if (!there) throw notHere("this question");
    return { here: true, question, ...there.answer(said) };
  }
}

class Question extends Tables {
  /** Where a question is in the tables; what is not said is as the rules take it. */
  situation(said) {
    const { facts, raw, numbers, not_said: silent } = this.held;
    const known = [...facts.slice(0, raw).map(({ name }) => name), ...numbers];
    for (const [name, value] of Object.entries(said)) {
      if (!known.includes(name) && JSON.stringify(value) !== JSON.stringify(silent[name])) throw notHere(`${name.replaceAll("_", " ")} ${value}`);
    }
    const places = facts.slice(0, raw).map(({ name }, at) => {
      const value = said[name] ?? silent[name] ?? null;
      const found = this.placeOf(at, value) ?? (Number.isInteger(value) ? undefined : this.placeOf(at, Math.floor(value) + 0.5));
      if (found === undefined) throw notHere(`${name.replaceAll("_", " ")} ${value}`);
      return found;
    });
    return places;
  }

  answer(said) {
    const { held } = this;
    const places = this.situation(said);
    const no = this.maybe(held.why_not, places);
    if (no) throw refused(no.map((words) => words && filled(words, said)));
    const terms = held.terms.map((number) => this.part(number, places)).filter(Boolean).map(([id, value, label, cite]) => ({ id, value, label, cite }));
    const total = terms.reduce((sum, term) => sum + amount(term.value), 0);
    for (const [at, number] of held.derived.entries()) {
      const found = this.placeOf(held.raw + at, number === null ? total : this.part(number, places));
      if (found === undefined) throw notHere("these facts together");
      places.push(found);
    }
    const outcomes = this.maybe(held.outcomes, places);
    const list = (name) => held.lists[name].map((figure) => this.figure(name, figure, said, places, outcomes)).filter(Boolean).flat();
    const [chances, means, distribution] = ["chances", "means", "rows"].map(list);
    const figures = Object.fromEntries(Object.entries(held.figures).map(([name, number]) => [name, this.part(number, places)]));
    return {
      title: filled(this.maybe(held.title, places) ?? "", said),
      sum: terms.length ? { total, terms } : null,
      number: this.maybe(held.number, places),
      headline: chances[0],
      chances,
      means,
      distribution: { label: outcomes, rows: distribution },
      ...figures,
    };
  }

  /** A part that may never be anything. */
  maybe(number, places) {
    return number < 0 ? null : this.part(number, places);
  }

  /** A figure of a list; nothing where the answer has none. */
  figure(list, figure, said, places, outcomes) {
    if (figure.tell) return this.together(list, figure, said, places, outcomes);
    const found = this.part(figure.part, places);
    if (!found) return null;
    const [label, text] = found;
    if (list !== "rows") return { id: figure.id, label, ...told(fraction(text), LISTS[list]) };
    return { value: /^\d+$/.test(figure.id) ? Number(figure.id) : figure.id, label, ...told(fraction(text)) };
  }

  /** A figure put together from what several do. */
  together(list, { id, label, tell, of, most }, said, places, outcomes) {
    if (list === "rows" && label !== outcomes) return null;
    const found = of.map((one) => this.maybe(one.part, places));
    if (found.some((one) => one === null)) return null;
    const named = (name) => said[name] ?? this.held.not_said[name] ?? null;
    const end = most ? named(most) : null;
    if (tell === "all" && end === null) return null;
    if (tell === "both") return { id, label, ...told(times(fraction(found[0][1]), fraction(found[1]))) };
    const many = (one) => (one.counted === undefined ? (one.times ? named(one.times) : 1) - (one.less ? named(one.less) : 0) : this.part(one.counted, places));
    const summed = tell === "ever" ? of.slice(0, 1) : of;
    if (summed.some((one) => many(one) < 0)) throw notHere("more of some than of all");
    const all = summed.map((one, at) => repeated(spread(found[at]), many(one))).reduce(added);
    const sum = end === null ? all : atMost(all, end);
    if (tell === "rows") return rows(sum).map(([value, chance]) => ({ value, label: counted(value, this.held.words[outcomes]), ...told(chance) }));
    if (tell === "ever") {
      const stands = besides(fraction(found[1]));
      const spared = rows(sum).reduce((chance, [value, share]) => plus(chance, times(share, [stands[0] ** BigInt(value), stands[1] ** BigInt(value)])), NEVER);
      return { id, label, ...told(besides(spared)) };
    }
    return { id, label, ...told({ some: () => atLeast(sum, 1), all: () => atLeast(sum, end), mean: () => mean(sum) }[tell](), LISTS[list]) };
  }
}

function counted(many, [one, several]) {
  return `${many} ${many === 1 ? one : several}`;
}

/** Words in which numbers of the question stand by their names. */
function filled(words, said) {
  return words.replaceAll(/\{(\w+)\}/g, (_, name) => (typeof said[name] === "number" ? String(Number(said[name].toPrecision(6))) : said[name]));
}
