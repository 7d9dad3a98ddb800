import { Fragment } from "react";

/** Allows line breaks between words. */
export function TypeName({ type }: { type: string }) {
  return (
    <span className="font-mono text-[0.8125rem] wrap-break-word">
      {type.split(/(?<=[._])/).map((part, place) => (
        <Fragment key={part}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
