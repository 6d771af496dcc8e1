/**
 * Reads indented lines as what they are without the indentation, as MDX does: there, parts of components are indented.
 *
 * @this {import('unified').Processor}
 */
export function remarkNoIndentedCode() {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: ['codeIndented'] } }];
}
