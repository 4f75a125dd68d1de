import { keepTogether } from '#domain/rooms/room-label'
import type { Settings } from '#domain/settings-record'
import { LANGUAGE_CODES, LANGUAGES } from '#domain/tickets/languages'
import type { TicketView } from '#domain/tickets/ticket-view'
import { formatLongDay, getClinicDay, getClinicMinute, type TimeZone } from '#domain/time'
import { describeAhead, describeRange, fill } from '../islands/ticket/describe-ticket.ts'
import { drawQrCode, getViewBox, type QrDrawing } from '../islands/ui/draw-qr-code.ts'

type Props = {
  view: TicketView
  paper: Settings['ticketPaper']
  clinicName: string
  logoUrl: string | null
  text: string
  now: string
  timeZone: TimeZone
  qr: QrDrawing
}

/** `url`: address that shows the patient's place in the queue on a phone. */
export async function renderPaperTicket({ url, ...props }: Omit<Props, 'qr'> & { url: string }) {
  return <PaperTicket {...props} qr={await drawQrCode(url)} />
}

function PaperTicket({ view, paper, clinicName, logoUrl, text, now, timeZone, qr }: Props) {
  const { sentences } = LANGUAGES.en
  const time = `${formatLongDay(getClinicDay(now, timeZone))}, ${getClinicMinute(now, timeZone)}`
  const estimate = describeRange(view, sentences)
  const room = view.room === null ? '' : keepTogether({ name: view.room })
  return (
    <main className="paper" data-paper={paper}>
      {logoUrl && <img className="paper__logo" src={logoUrl} alt="" />}
      <p>{clinicName}</p>
      <h1 className="paper__number" data-long={view.label.length > 3 || undefined}>
        {view.label}
      </h1>
      {room && <p className="paper__room">{fill(sentences.goTo, { room })}</p>}
      {view.ahead !== null && <p className="paper__place">{describeAhead(view, sentences)}</p>}
      {estimate && <p className="paper__place">{estimate}</p>}
      <p>{time}</p>
      <svg className="paper__code" viewBox={getViewBox(qr)} shapeRendering="crispEdges" aria-hidden>
        <path d={qr.path} />
      </svg>
      {LANGUAGE_CODES.map(code => (
        <p key={code} lang={code}>
          {LANGUAGES[code].sentences.scan}
        </p>
      ))}
      {text && <p className="paper__text">{text}</p>}
    </main>
  )
}
