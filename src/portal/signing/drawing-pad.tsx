"use client";

import { useEffect, useId, useRef, useState } from "react";
import type SignaturePad from "signature_pad";
import type { Signature } from "./answers.ts";
import { PlainButton } from "./parts.tsx";
import { useWords } from "./words.tsx";

interface DrawingPadProps {
  onChange: (signature: Signature | null) => void;
  isInvalid: boolean;
  describedBy: string | undefined;
}

/** Coordinates are sent in thousandths of the pad's width. */
const units = 1_000;
/** As many points are sent: of more, some between the ends of a stroke are left out. */
const maxPoints = 1_900;

/** A pad for a signature by finger, pen or mouse. What is sent are the points of the strokes, not an image. */
export default function DrawingPad({ onChange, isInvalid, describedBy }: DrawingPadProps) {
  const words = useWords().sign;
  const label = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const report = useRef(onChange);
  const [isEmpty, setEmpty] = useState(true);
  useEffect(() => {
    report.current = onChange;
  }, [onChange]);
  useEffect(() => {
    const { current } = canvas;
    if (current === null) return undefined;
    let stop = () => undefined as void;
    let isGone = false;
    void import("signature_pad").then(({ default: Pad }) => {
      if (isGone) return;
      const created = new Pad(current, { penColor: "#14213d", minDistance: 2 });
      pad.current = created;
      fitPixels(current, created);
      const notify = () => {
        setEmpty(created.isEmpty());
        report.current(readStrokes(current, created));
      };
      created.addEventListener("endStroke", notify);
      // A turned phone has another pad: what was drawn on the former one would be distorted.
      const observer = new ResizeObserver(() => {
        if (!fitPixels(current, created)) return;
        notify();
      });
      observer.observe(current);
      stop = () => {
        observer.disconnect();
        created.off();
      };
    });
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  const change = (edit: (pad: SignaturePad) => void) => {
    if (pad.current === null || canvas.current === null) return;
    edit(pad.current);
    setEmpty(pad.current.isEmpty());
    onChange(readStrokes(canvas.current, pad.current));
  };
  return (
    <div className="grid gap-2">
      <p id={label} className="text-sm text-muted">
        {words.pad}
      </p>
      <canvas
        ref={canvas}
        role="img"
        aria-labelledby={label}
        aria-describedby={describedBy}
        data-invalid={isInvalid || undefined}
        className="h-44 w-full touch-none rounded-md border-2 border-dashed border-edge bg-white data-invalid:border-danger"
      />
      <div className="flex flex-wrap gap-2">
        <PlainButton aria-disabled={isEmpty || undefined} onClick={() => change((drawn) => drawn.clear())}>
          {words.clear}
        </PlainButton>
        <PlainButton
          aria-disabled={isEmpty || undefined}
          onClick={() => change((drawn) => drawn.fromData(drawn.toData().slice(0, -1)))}
        >
          {words.undo}
        </PlainButton>
      </div>
    </div>
  );
}

/** Gives the canvas one pixel per pixel of the screen. @returns whether its size changed, which clears it */
function fitPixels(canvas: HTMLCanvasElement, pad: SignaturePad): boolean {
  const density = Math.max(window.devicePixelRatio, 1);
  const [width, height] = [Math.round(canvas.offsetWidth * density), Math.round(canvas.offsetHeight * density)];
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.scale(density, density);
  pad.clear();
  return true;
}

function readStrokes(canvas: HTMLCanvasElement, pad: SignaturePad): Signature | null {
  if (pad.isEmpty()) return null;
  const { offsetWidth, offsetHeight } = canvas;
  const scale = units / offsetWidth;
  const height = Math.round(offsetHeight * scale);
  const place = (value: number, most: number) => Math.min(Math.max(Math.round(value * scale), 0), most);
  const drawn = pad.toData().map(({ points }) => points);
  const total = drawn.reduce((sum, points) => sum + points.length, 0);
  const every = Math.ceil(total / maxPoints);
  const strokes = drawn.map((points) =>
    points
      .filter((_, index) => index % every === 0 || index === points.length - 1)
      .map(({ x, y }): [number, number] => [place(x, units), place(y, height)]),
  );
  return { mode: "drawn", width: units, height, strokes };
}
