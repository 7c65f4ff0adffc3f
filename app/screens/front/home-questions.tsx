import { Accordion } from "~/ui/accordion";
import { QUESTIONS } from "./questions-copy";

/** The six common questions, the first of them open. */
export function HomeQuestions() {
  return (
    <section className="section section-rag" id="faq" aria-labelledby="faq-heading">
      <div className="container faq">
        <div className="stack">
          <h2 id="faq-heading">{QUESTIONS.heading}</h2>
          <p className="muted">
            If yours isn’t here, <a href="#contact">ask us</a>. A person will reply.
          </p>
        </div>
        <Accordion
          items={QUESTIONS.home.map(({ question, answer }, index) => ({
            question,
            open: index === 0,
            answer: answer.map((paragraph) => <p key={paragraph}>{paragraph}</p>),
          }))}
        />
      </div>
    </section>
  );
}
