/** A page on which an editor enters the secret that shows drafts. @param to where they go then */
export function secretForm(message: string, to: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Show drafts</title>
<form style="max-width:24rem;margin:4rem auto;font:1rem/1.5 system-ui">
<p>${escaped(message)}</p>
<label>Secret of this website (STELE_PREVIEW_SECRET)<br><input type="password" name="secret" autocomplete="off" required autofocus></label>
<input type="hidden" name="to" value="${escaped(to)}">
<button>Show drafts</button>
</form>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
