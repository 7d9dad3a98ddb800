"use client";

import { lazy, Suspense, useId, useState } from "react";
import type { Signature } from "./answers.ts";
import { describedBy, Fault, inputLook, Labeled } from "./parts.tsx";
import { useWords } from "./words.tsx";

const DrawingPad = lazy(() => import("./drawing-pad.tsx"));

interface SignatureControlProps {
  /** Of the recipient: what is proposed. */
  name: string;
  places: number;
  fault: string | undefined;
  onChange: (signature: Signature | null) => void;
}

/** A signature that is typed, which works with a keyboard and a screen reader, or drawn. */
export function SignatureControl({ name, places, fault, onChange }: SignatureControlProps) {
  const words = useWords().sign;
  const id = useId();
  const [mode, setMode] = useState<Signature["mode"]>("typed");
  const [typed, setTyped] = useState("");
  const type = (text: string) => {
    setTyped(text);
    onChange(text.trim() === "" ? null : { mode: "typed", text: text.trim() });
  };
  const choose = (chosen: Signature["mode"]) => {
    setMode(chosen);
    if (chosen === "typed") type(typed);
    else onChange(null);
  };
  const described = describedBy("signature", undefined, fault);
  return (
    <fieldset id="signature-part" className="grid gap-4">
      <legend className="mb-2 font-serif text-xl font-semibold">{words.signature}</legend>
      <p className="-mt-3 text-sm text-muted">{words.places(places)}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        {(["typed", "drawn"] as const).map((each) => (
          <label
            key={each}
            htmlFor={`${id}-${each}`}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-edge px-4 py-2 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              id={`${id}-${each}`}
              type="radio"
              name={`${id}-mode`}
              checked={mode === each}
              onChange={() => choose(each)}
              className="size-5 shrink-0 accent-accent"
            />
            {words[each]}
          </label>
        ))}
      </div>
      {mode === "typed" ? (
        <>
          <Labeled id="signature" label={words.name} fault={fault}>
            <input
              id="signature"
              autoComplete="name"
              maxLength={200}
              value={typed}
              placeholder={name}
              aria-required
              aria-invalid={fault !== undefined}
              aria-describedby={described}
              onChange={({ target }) => type(target.value)}
              className={inputLook}
            />
          </Labeled>
          {typed.trim() !== "" && (
            <figure className="grid gap-1">
              <figcaption className="text-sm text-muted">{words.preview}</figcaption>
              <p className="signature-text rounded-md border border-line bg-white px-4 py-3 text-4xl leading-tight wrap-anywhere text-[#14213d]">
                {typed}
              </p>
            </figure>
          )}
        </>
      ) : (
        <div id="signature" tabIndex={-1} className="outline-none">
          <Suspense fallback={<div className="h-44 rounded-md bg-sunken" />}>
            <DrawingPad onChange={onChange} isInvalid={fault !== undefined} describedBy={described} />
          </Suspense>
          <Fault id="signature" fault={fault} />
        </div>
      )}
    </fieldset>
  );
}
