import { GALLERY_TYPES } from './media.ts'

const UNTYPED_NAME = /\.(png|jpe?g|jfif)$/i
const HEIC = /^image\/hei[cf]|\.hei[cf]s?$/i
export const HEIC_HINT =
  'For JPEG photos from an iPhone, choose Settings, Camera, Formats, Most Compatible.'

/** Uses the file name if the browser gives no type. The server checks the content. */
export function splitByType<F extends { name: string; type: string }>(files: F[]) {
  const isAccepted = ({ name, type }: F) =>
    type === '' ? UNTYPED_NAME.test(name) : GALLERY_TYPES.includes(type)
  const accepted = files.filter(isAccepted)
  const others = files.filter(file => !isAccepted(file))
  if (others.length === 0) return { accepted, refused: null }
  const names = others.map(({ name }) => name).join(', ')
  const isFromPhone = others.some(({ name, type }) => HEIC.test(type) || HEIC.test(name))
  const message = `The following files are not supported: ${names}. Please select PNG or JPEG files only.`
  return { accepted, refused: isFromPhone ? `${message} ${HEIC_HINT}` : message }
}
