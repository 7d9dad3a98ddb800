/** Text of the document: paragraphs, and `code` within them. */
export function Prose({ text }: { text: string }) {
  return text.split("\n\n").map((paragraph) => (
    <p key={paragraph}>
      <Inline text={paragraph} />
    </p>
  ));
}

/** One line of it. */
export function Inline({ text }: { text: string }) {
  // Between backticks stands every second part; the parts never change their places.
  // oxlint-disable-next-line react/no-array-index-key
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
