"""People, appointments, areas, delegation and sign-ins: who may do what, where and when."""
