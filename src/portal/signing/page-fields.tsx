"use client";

import type { ShownField } from "../../areas/esign/signing/schema.ts";
import type { Answers, Signature } from "./answers.ts";
import { useWords } from "./words.tsx";

interface PageFieldsProps {
  /** Of one page. */
  fields: readonly ShownField[];
  size: { width: number; height: number };
  answers: Answers;
  signature: Signature | null;
  onChoose: (field: ShownField) => void;
}

/**
 * Where on the page the recipient's fields are, with what is filled in. For eyes and pointers alone: the labeled
 * controls beside the page say and do the same.
 */
export function PageFields({ fields, size, answers, signature, onChoose }: PageFieldsProps) {
  const words = useWords().sign;
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      {fields.map((field) => (
        <button
          key={field.id}
          type="button"
          tabIndex={-1}
          onClick={() => onChoose(field)}
          style={{
            left: share(field.x, size.width),
            top: share(field.y, size.height),
            width: share(field.width, size.width),
            height: share(field.height, size.height),
          }}
          className="pointer-events-auto absolute cursor-pointer overflow-hidden rounded-xs border-2 border-[#1f4b7a] bg-[#1f4b7a]/10 px-0.5 text-left text-[0.625rem] leading-none font-semibold text-[#14213d]"
        >
          {describeField(field, answers, signature) ?? (field.kind === "signature" ? words.signHere : "")}
        </button>
      ))}
    </div>
  );
}

function describeField({ id, kind }: ShownField, answers: Answers, signature: Signature | null): string | null {
  const answer = answers[id];
  if (kind === "signature") return signature?.mode === "typed" ? signature.text : signature && "✓";
  if (kind === "checkbox") return answer === true ? "✓" : null;
  return typeof answer === "string" && answer !== "" ? answer : null;
}
