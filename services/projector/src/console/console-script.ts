/**
 * Keeps the page live: it fetches the page again and replaces the sections that differ, so focus, open details and what a screen
 * reader has read stay. Without it the page reloads by itself.
 */
export const CONSOLE_SCRIPT = `'use strict';
const EVERY_MS = 5000;
const offline = document.getElementById('offline');

function replace(section, fresh) {
  if (section.innerHTML === fresh.innerHTML) return;
  const active = section.contains(document.activeElement) ? document.activeElement : null;
  const focused = active && (active.id || active.getAttribute('href'));
  const open = new Set([...section.querySelectorAll('details[open]')].map(({ id }) => id));
  section.replaceChildren(...fresh.childNodes);
  section.className = fresh.className;
  for (const details of section.querySelectorAll('details')) if (open.has(details.id)) details.open = true;
  if (!focused) return;
  const again = [...section.querySelectorAll('a, summary')].find(
    (element) => element.id === focused || element.getAttribute('href') === focused,
  );
  if (again) again.focus();
}

async function update() {
  try {
    const response = await fetch(location.pathname, { signal: AbortSignal.timeout(EVERY_MS), cache: 'no-store' });
    if (!response.ok) throw new Error(String(response.status));
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const section of document.querySelectorAll('[data-live]')) {
      const other = fresh.getElementById(section.id);
      if (other) replace(section, other);
    }
    document.title = fresh.title;
    const icon = document.getElementById('icon');
    const freshIcon = fresh.getElementById('icon');
    if (icon.getAttribute('href') !== freshIcon.getAttribute('href')) icon.setAttribute('href', freshIcon.getAttribute('href'));
    offline.hidden = true;
  } catch {
    if (offline.hidden) {
      offline.textContent = 'This projector does not answer since ' + new Date().toISOString().slice(11, 16) +
        ' UTC. What you see is from before.';
      document.title = '\\u25a0 no answer \\u2013 Fundlens';
    }
    offline.hidden = false;
  }
  setTimeout(update, EVERY_MS);
}

if (document.querySelector('[data-live]')) setTimeout(update, EVERY_MS);
`;
