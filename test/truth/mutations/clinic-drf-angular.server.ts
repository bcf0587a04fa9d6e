import type { Mutation } from '../mutation.ts';

const views = 'backend/appointments/views.py';
const services = 'backend/appointments/services.py';
const urls = 'backend/appointments/urls.py';
const models = 'backend/appointments/models.py';
const client = 'frontend/src/app/core/clinic.service.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'XREF-001',
    what: 'an action is gone',
    file: views,
    find: `    @action(detail=True, methods=["post"])
    def confirm(self, request, pk=None):
        appointment = confirm_appointment(self.get_object())
        return Response(AppointmentSerializer(appointment).data)

`,
    put: '',
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'an action has another path',
    file: views,
    find: `url_path="new-time"`,
    put: `url_path="reschedule"`,
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'patients are registered under another name',
    file: urls,
    find: `r"patients"`,
    put: `r"clients"`,
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'the version of all addresses changes',
    file: 'backend/clinic/urls.py',
    find: `"api/v1/"`,
    put: `"api/v2/"`,
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'the client asks for a load of its own',
    file: client,
    find: '/load/`',
    put: '/workload/`',
  },
  {
    rule: 'XREF-002',
    what: 'an action takes another method',
    file: views,
    find: `methods=["patch"], url_path`,
    put: `methods=["post"], url_path`,
    at: client,
  },
  {
    rule: 'XREF-002',
    what: 'patients can only be read',
    file: views,
    find: `class PatientViewSet(viewsets.ModelViewSet)`,
    put: `class PatientViewSet(viewsets.ReadOnlyModelViewSet)`,
    at: client,
  },
  {
    rule: 'XREF-002',
    what: 'appointments cannot be made any more',
    file: views,
    find: `mixins.RetrieveModelMixin, mixins.CreateModelMixin,`,
    put: `mixins.RetrieveModelMixin,`,
    at: client,
  },
  {
    rule: 'XREF-002',
    what: 'slots are posted',
    file: client,
    find: `this.http.put<{ count: number }>`,
    put: `this.http.post<{ count: number }>`,
  },
  {
    rule: 'XREF-002',
    what: 'the load is posted',
    file: views,
    find: `@api_view(["GET"])`,
    put: `@api_view(["POST"])`,
    at: client,
  },
  {
    rule: 'WIRE-001',
    what: 'a viewset is not registered',
    file: urls,
    find: `router.register(r"patients", views.PatientViewSet)\n`,
    put: '',
    at: views,
    also: ['XREF-001'],
  },
  {
    rule: 'WIRE-001',
    what: 'a view is on no path',
    file: urls,
    find: `    path("slots/", views.SlotsView.as_view()),\n`,
    put: '',
    at: views,
    also: ['XREF-001'],
  },
  {
    rule: 'WIRE-002',
    what: 'confirming says yes and does nothing',
    file: views,
    find: `        appointment = confirm_appointment(self.get_object())
        return Response(AppointmentSerializer(appointment).data)`,
    put: `        return Response({"status": "confirmed"})`,
  },
  {
    rule: 'SDL-001',
    what: 'a new time is not saved',
    file: views,
    find: `        appointment.save()\n`,
    put: '',
  },
  {
    rule: 'SDL-001',
    what: 'confirmed and not saved',
    file: services,
    find: `    appointment.save(update_fields=["status"])\n`,
    put: '',
  },
  {
    rule: 'BACK-016',
    what: 'slots are replaced without a transaction',
    file: services,
    find: `    with transaction.atomic():
        Appointment.objects.filter(doctor=doctor, status=Appointment.Status.REQUESTED).delete()
        made = Appointment.objects.bulk_create(
            [Appointment(doctor=doctor, patient_id=slot["patient"], starts_at=slot["starts_at"]) for slot in slots]
        )`,
    put: `    Appointment.objects.filter(doctor=doctor, status=Appointment.Status.REQUESTED).delete()
    made = Appointment.objects.bulk_create(
        [Appointment(doctor=doctor, patient_id=slot["patient"], starts_at=slot["starts_at"]) for slot in slots]
    )`,
  },
  {
    rule: 'BACK-001',
    what: 'a name in the text of a query',
    file: services,
    find: `name LIKE %s", [f"%{text}%"])`,
    put: `name LIKE '%" + text + "%'")`,
  },
  {
    rule: 'BACK-001',
    what: 'a name in an f-string',
    file: services,
    find: `cursor.execute("SELECT id, name FROM appointments_patient WHERE insured = true AND name LIKE %s", [f"%{text}%"])`,
    put: `cursor.execute(f"SELECT id, name FROM appointments_patient WHERE insured = true AND name LIKE '%{text}%'")`,
  },
  {
    rule: 'BACK-002',
    what: 'one query for each address',
    file: services,
    find: `    patients = Patient.objects.in_bulk([each.patient_id for each in appointments])
    return [patients[each.patient_id].email for each in appointments]`,
    put: `    emails = []
    for each in appointments:
        emails.append(Patient.objects.get(pk=each.patient_id).email)
    return emails`,
  },
  {
    rule: 'DB-001',
    what: 'a status that is never stored',
    file: services,
    find: `WHERE status = 'confirmed'`,
    put: `WHERE status = 'CONFIRMED'`,
  },
  { rule: 'DB-002', what: 'a boolean is one', file: services, find: `insured = true`, put: `insured = 1` },
  {
    rule: 'DB-004',
    what: 'the status has no default',
    file: models,
    find: `, default=Status.REQUESTED)`,
    put: `)`,
  },
];
