export function NoQueues() {
  return (
    <p className="table-card__note">
      For a clinic with several doctors or services: a queue for each doctor, or one for blood
      tests.
    </p>
  )
}
