/** Words that a comment uses in place of the actor's name. */
const UNNAMED_ACTOR = /\b(nobody|somebody|whoever|for whom)\b/i;

/** The comment of each line, or an empty text. A `//` counts after white space only, so that URLs in texts do not. */
export function commentsOf(text: string): string[] {
  let isInBlock = false;
  return text.split('\n').map((line) => {
    if (isInBlock) {
      isInBlock = !line.includes('*/');
      return line;
    }
    const start = line.search(/(?:^|\s)\/[/*]/);
    if (start === -1) return '';
    const comment = line.slice(start).trimStart();
    isInBlock = comment.startsWith('/*') && !comment.includes('*/');
    return comment;
  });
}

/** How many lines of comments leave their actor unnamed. */
export function countUnnamedActors(text: string): number {
  return commentsOf(text).filter((comment) => UNNAMED_ACTOR.test(comment)).length;
}
