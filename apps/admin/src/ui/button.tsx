import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

const buttonVariants = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-hover',
        secondary: 'border border-border bg-surface hover:bg-hover',
        ghost: 'hover:bg-hover',
        danger: 'border border-danger/40 bg-surface text-danger hover:bg-danger-soft',
      },
      size: { md: 'h-9 px-3.5 text-sm', sm: 'h-7 px-2.5 text-xs', icon: 'size-9', 'icon-sm': 'size-7' },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Renders its only child, with the looks of a button. */
  readonly asChild?: boolean;
  /** Work is under way: the button can't be pressed, and shows a spinner. */
  readonly busy?: boolean;
  /** Shown before the label. */
  readonly icon?: LucideIcon;
  /** The button's text; `children` for anything else. */
  readonly label?: ReactNode;
}

export function Button({ className, variant, size, asChild = false, busy = false, ...rest }: ButtonProps) {
  const { icon: Icon, label, disabled, children = label, ...props } = rest;
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button type="button" className={classes} disabled={disabled || busy} aria-busy={busy || undefined} {...props}>
      {busy && <LoaderCircle className="animate-spin" aria-hidden />}
      {Icon ? (
        <>
          <Icon aria-hidden /> {children}
        </>
      ) : (
        children
      )}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'label' | 'children'> {
  readonly icon: LucideIcon;
  /** The button's name for screen readers. */
  readonly label: string;
}

/** A button that shows only an icon. */
export function IconButton({ icon: Icon, label, ...props }: IconButtonProps) {
  return (
    <Button variant="ghost" size="icon-sm" aria-label={label} {...props}>
      <Icon aria-hidden />
    </Button>
  );
}
