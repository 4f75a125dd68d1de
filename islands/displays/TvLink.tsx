import { KIND_NAMES, type TvKind } from '#domain/display/tv-device'
import { AddressProblem } from '../ui/AddressProblem.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { QrCode } from '../ui/QrCode.tsx'

type Props = { name: string; url: string; kind?: TvKind; onHide(): void }

/** Shows a new link. The server returns a link only once, when it creates the link. */
export function TvLink({ name, url, kind = 'tv', onHide }: Props) {
  const noun = KIND_NAMES[kind]
  return (
    <section className="tv-link row" aria-label={`Link for ${name}`}>
      <QrCode text={url} label={`QR code of the link for ${name}`} />
      <div className="tv-link__text stack stack--tight">
        <p>
          Open the link on the {noun}, or scan the code with the {noun}.{' '}
          <strong>This link is shown only once.</strong>
        </p>
        <AddressProblem url={url} />
        <CopyField label="Link" value={url} copyLabel="Copy link" onHide={onHide} />
      </div>
    </section>
  )
}
