import type { ComponentProps, MouseEvent } from 'react';
import { useNavigate } from './navigate.ts';

interface LinkProps extends ComponentProps<'a'> {
  readonly href: string;
  /** Whether it leads back to a list: then that is shown where it was left. */
  readonly returns?: boolean;
}

/** A link to a screen of the admin. Its code is loaded when one points at it. */
export function Link({ href, returns = false, onClick, ...props }: LinkProps) {
  const navigate = useNavigate();
  const click = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !isPlain || props.target === '_blank') return;
    event.preventDefault();
    navigate.push(href, { returns });
  };
  return (
    <a
      href={href}
      onClick={click}
      onPointerEnter={() => navigate.preload(href)}
      onFocus={() => navigate.preload(href)}
      {...props}
    />
  );
}
