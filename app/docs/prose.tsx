/** Paragraphs with `code`. */
export function Prose({ text }: { text: string }) {
  return text.split("\n\n").map((paragraph) => (
    <p key={paragraph}>
      <Inline text={paragraph} />
    </p>
  ));
}

export function Inline({ text }: { text: string }) {
  // Every second part is between backticks; the order never changes.
  // oxlint-disable-next-line react/no-array-index-key
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
