export function NoQueues() {
  return (
    <p className="table-card__empty">
      Only for a clinic with several: a queue for each doctor, or one for blood tests.
    </p>
  )
}
