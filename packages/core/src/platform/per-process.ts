/** Makes a value from the services of a process when it's first wanted, and gives the same value for the same services after that. */
export function perProcess<Services extends object, Made>(
  make: (services: Services) => Made,
): (services: Services) => Made {
  const made = new WeakMap<Services, { readonly value: Made }>();
  return (services) => {
    const known = made.get(services) ?? { value: make(services) };
    made.set(services, known);
    return known.value;
  };
}
