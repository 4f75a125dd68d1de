import { oneLine } from '#domain/plain-text'
import { letters } from '#domain/text'

const NAME_MAX = 120
/** More than any letter needs, so that counting letters stays quick whatever was sent. */
const LOOKED_AT = 1_000

/** What a file is called on a screen: without folders, unseen characters and length. Never a path. */
export function shownName(sent: string, otherwise: string) {
  const [name = ''] = sent.split(/[/\\]/).slice(-1)
  const shown = letters(oneLine(name.slice(0, LOOKED_AT)).trim())
    .slice(0, NAME_MAX)
    .join('')
  return /^\.*$/.test(shown) ? otherwise : shown
}

const DOCUMENTS = /\.(svgz?|x?html?|xml|pdf|[cm]?js|css|php|exe)$/i

/** Whether a name promises something that no image is; whoever saved it would open that. */
export function promisesDocument(name: string) {
  return DOCUMENTS.test(oneLine(name).trim())
}
