"""Land-Air 'Mechs (pp. 177-178): one machine as 'Mech, AirMech and fighter."""
