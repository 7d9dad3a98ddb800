import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { useLocale } from "../../client/locale.tsx";
import { cn } from "../class-names.ts";
import { passwordInputStrings } from "./strings.ts";
import { TextInput } from "./text-input.tsx";

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setShown] = useState(false);
  const [show, hide] = passwordInputStrings[useLocale()];
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput
        type={isShown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="none"
        className={cn("pr-11", className)}
        {...rest}
      />
      <button
        type="button"
        aria-label={isShown ? hide : show}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute top-1/2 right-1.5 grid size-8 -translate-y-1/2 cursor-pointer place-items-center rounded text-muted hover:text-text"
      >
        <Icon aria-hidden className="size-4.5" />
      </button>
    </div>
  );
}
