import type { Picture } from './take.ts'

/** One state with its pictures. */
export type Row = { screen: string; state: string; pictures: Picture[] }

/** All pictures side by side: a section for each screen, a row for each state. */
export function indexPage(rows: Row[]) {
  const screens = [...new Set(rows.map(({ screen }) => screen))]
  const links = screens.map(screen => `<a href="#${screen}">${screen}</a>`).join(' ')
  const sections = screens.map(screen => section(screen, rows))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>${STYLE}
<h1>Gallery</h1><nav>${links}</nav>${sections.join('')}</html>`
}

function section(screen: string, rows: Row[]) {
  const own = rows.filter(row => row.screen === screen)
  return `<h2 id="${screen}">${screen}</h2>${own.map(row).join('')}`
}

function row({ state, pictures }: Row) {
  return `<h3>${state}</h3><div class="row">${pictures.map(figure).join('')}</div>`
}

function figure({ place, variant, file, overflow }: Picture) {
  const how = variant === 'tv' ? place : `${place}, ${variant}`
  const wide = overflow > 0 ? ` <b>scrolls sideways by ${overflow} px</b>` : ''
  return `<figure class="${place}"><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${how}${wide}</figcaption></figure>`
}

const STYLE = `<style>
body { margin: 24px; background: #ccd; font: 14px/1.5 system-ui, sans-serif }
nav { position: sticky; top: 0; padding: 8px 0; background: #ccd; display: flex; gap: 16px }
.row { display: flex; gap: 12px; align-items: flex-start; overflow-x: auto }
figure { flex: none; margin: 0 }
figure.desk { width: 640px } figure.phone { width: 220px } figure.tv, figure.small-tv, figure.large-tv { width: 460px } figure.upright { width: 260px }
img { display: block; width: 100%; max-height: 900px; object-fit: cover; object-position: top; border: 1px solid #889 }
b { color: #c00 }
</style>`
