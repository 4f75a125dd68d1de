import { splitGraphemes, toOneLine } from '#domain/text'

const MAX_NAME_LENGTH = 120
/** More than any letter needs, so that counting letters stays quick whatever was sent. */
const MAX_INPUT_LENGTH = 1_000

/** What a file is called on a screen: without folders, unseen characters and length. Never a path. */
export function cleanFileName(sent: string, otherwise: string) {
  const [name = ''] = sent.split(/[/\\]/).slice(-1)
  const shown = splitGraphemes(toOneLine(name.slice(0, MAX_INPUT_LENGTH)).trim())
    .slice(0, MAX_NAME_LENGTH)
    .join('')
  return /^\.*$/.test(shown) ? otherwise : shown
}

const DOCUMENT_EXTENSIONS = /\.(svgz?|x?html?|xml|pdf|[cm]?js|css|php|exe)$/i

/** Whether a name promises something that no image is; whoever saved it would open that. */
export function hasDocumentExtension(name: string) {
  return DOCUMENT_EXTENSIONS.test(toOneLine(name).trim())
}
