export const buttonBase =
  "inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-md border font-semibold whitespace-nowrap no-underline transition-colors select-none disabled:cursor-default disabled:opacity-60 aria-disabled:cursor-default aria-disabled:opacity-60";

export const buttonVariants = {
  primary: "border-accent bg-accent text-on-accent shadow-xs hover:border-accent-strong hover:bg-accent-strong",
  secondary: "border-edge bg-surface text-text shadow-xs hover:bg-sunken",
  ghost: "border-transparent bg-transparent text-text hover:bg-sunken",
  danger: "border-danger bg-danger text-on-danger shadow-xs hover:opacity-90",
  "danger-quiet": "border-edge bg-surface text-danger shadow-xs hover:border-danger hover:bg-danger-soft",
};

export const buttonSizes = {
  md: "h-9.5 px-4 text-sm",
  sm: "h-8 px-3 text-[0.8125rem]",
  lg: "h-11 px-5 text-base",
  icon: "size-9 p-0",
  "icon-sm": "size-8 p-0",
};
