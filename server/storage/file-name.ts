import { cleanName, cleanText, cutText } from '#domain/text'

const MAX_NAME_LENGTH = 120
const MAX_INPUT_LENGTH = 1_000

export function cleanFileName(input: string, fallback: string) {
  const [name = ''] = input.split(/[/\\]/).slice(-1)
  const text = cleanText(name.slice(0, MAX_INPUT_LENGTH))
  return cleanName(cutText(text, MAX_NAME_LENGTH)) || fallback
}

const DOCUMENT_EXTENSIONS = /\.(svgz?|x?html?|xml|pdf|[cm]?js|css|php|exe)$/i

/** True for an extension that would mislead a person who saves and opens an image. */
export function hasDocumentExtension(name: string) {
  return DOCUMENT_EXTENSIONS.test(cleanText(name))
}
