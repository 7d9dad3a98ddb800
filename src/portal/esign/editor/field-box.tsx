import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { cn } from "../../ui/class-names.ts";
import { fieldEditor as t } from "../lazy-strings.ts";
import { smallest, type FieldKind } from "./fields.ts";
import { moveWithin, readArrow, resizeWithin, type Rectangle, type Size } from "./geometry.ts";

interface FieldBoxProps {
  /** "Signature, Client". */
  name: string;
  /** What stands in the box. */
  text: string;
  kind: FieldKind;
  place: Rectangle;
  page: Size;
  /** Pixels of a point. */
  scale: number;
  /** It has the place of a form field of the PDF. */
  isFixed: boolean;
  isSelected: boolean;
  hasFault: boolean;
  describedBy: string;
  register: (element: HTMLButtonElement | null) => void;
  onSelect: () => void;
  /** @param isOver false for a step of many, such as of a held key */
  onPlace: (place: Rectangle) => void;
  onRemove: () => void;
}

interface Drag {
  pointerId: number;
  from: { x: number; y: number };
  start: Rectangle;
  resizes: boolean;
}

/** What a finger can hit, in pixels. */
const leastTarget = 24;

/**
 * A box of a field on its page: dragged by mouse or finger, resized at its corner, and moved by the arrow keys. The
 * button is at least as large as a finger; the box within it is as large as the field.
 */
export function FieldBox(props: FieldBoxProps) {
  const { name, text, kind, place, page, scale, isFixed, isSelected, hasFault, describedBy, register } = props;
  const { onSelect, onPlace, onRemove } = props;
  const drag = useRef<Drag | null>(null);
  const [dragged, setDragged] = useState<Rectangle | null>(null);
  const shown = dragged ?? place;
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0 || isFixed) return;
    const resizes = event.target instanceof Element && event.target.closest("[data-corner]") !== null;
    drag.current = {
      pointerId: event.pointerId,
      from: { x: event.clientX, y: event.clientY },
      start: place,
      resizes,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
    onSelect();
  };
  const follow = ({ pointerId, clientX, clientY }: PointerEvent<HTMLButtonElement>) => {
    const held = drag.current;
    if (held === null || held.pointerId !== pointerId) return;
    const by = { x: (clientX - held.from.x) / scale, y: (clientY - held.from.y) / scale };
    setDragged(held.resizes ? resizeWithin(held.start, by, page, smallest(kind)) : moveWithin(held.start, by, page));
  };
  const end = () => {
    if (dragged !== null) onPlace(dragged);
    drag.current = null;
    setDragged(null);
  };
  const cancel = () => {
    drag.current = null;
    setDragged(null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" && drag.current !== null) return cancel();
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      return onRemove();
    }
    const arrow = readArrow(event);
    if (arrow === null || isFixed) return undefined;
    event.preventDefault();
    return onPlace(
      arrow.resizes ? resizeWithin(place, arrow.by, page, smallest(kind)) : moveWithin(place, arrow.by, page),
    );
  };
  const [width, height] = [shown.width * scale, shown.height * scale];
  const [hitWidth, hitHeight] = [Math.max(width, leastTarget), Math.max(height, leastTarget)];
  return (
    <button
      ref={register}
      type="button"
      aria-label={name}
      aria-pressed={isSelected}
      aria-describedby={describedBy}
      className={cn("absolute grid place-items-center select-none", !isFixed && "cursor-move touch-none")}
      style={{
        left: `${shown.x * scale - (hitWidth - width) / 2}px`,
        top: `${shown.y * scale - (hitHeight - height) / 2}px`,
        width: `${hitWidth}px`,
        height: `${hitHeight}px`,
      }}
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={cancel}
      onClick={onSelect}
      onKeyDown={press}
    >
      <span
        className={cn(
          "relative flex items-center overflow-hidden border bg-accent-soft/90 px-1 text-[0.6875rem] leading-none text-text",
          isSelected ? "border-accent ring-2 ring-accent" : "border-accent",
          hasFault && "border-danger ring-2 ring-danger",
        )}
        style={{ width: `${width}px`, height: `${height}px` }}
      >
        <span className="truncate">{text}</span>
      </span>
      {isSelected && !isFixed && (
        <span
          data-corner
          title={t.resize}
          className="absolute -right-2 -bottom-2 grid size-6 cursor-nwse-resize place-items-center"
        >
          <span className="size-2.5 border border-white bg-accent" />
        </span>
      )}
    </button>
  );
}
