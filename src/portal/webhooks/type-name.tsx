import { Fragment } from "react";

/** The name of a kind of event, which breaks between its words where it must. */
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
