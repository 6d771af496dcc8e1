import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';
import { Link } from './link.tsx';

interface LinkButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  readonly href: string;
  readonly icon?: LucideIcon;
  readonly label: string;
  /** Whether it leads out of the admin, in a new tab. */
  readonly isExternal?: boolean;
  readonly 'aria-label'?: string;
  readonly onClick?: () => void;
}

/** A link that looks like a button. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  const { icon: Icon, label, isExternal = false, ...link } = rest;
  const content = Icon ? (
    <>
      <Icon aria-hidden /> {label}
    </>
  ) : (
    label
  );
  return (
    <Button asChild variant={variant} size={size} className={className}>
      {isExternal ? (
        <a target="_blank" rel="noreferrer" {...link}>
          {content}
        </a>
      ) : (
        <Link {...link}>{content}</Link>
      )}
    </Button>
  );
}
